#ifndef SCANC_NETWORK_H
#define SCANC_NETWORK_H
#endif
