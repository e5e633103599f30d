/*===- watchdog.h - Ends the process where a kernel hangs ---------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* A thread that looks at all open lanes. Where checks of a lane are outstanding
|* and none has been done for some time, it says on stderr which stream hangs,
|* and behind which launch, and ends the process with status 3. Nothing that
|* waits for the GPU can be asked to give up, so there is no other end.
|*
\*===----------------------------------------------------------------------===*/

#ifndef SCANC_TEST_INTEGRATION_GPU_LOAD_WATCHDOG_H
#define SCANC_TEST_INTEGRATION_GPU_LOAD_WATCHDOG_H

struct lane;

/* `limit` is in seconds. */
void watchdog_start(double limit);

void watchdog_add(const struct lane *lane);
void watchdog_remove(const struct lane *lane);

#endif /* SCANC_TEST_INTEGRATION_GPU_LOAD_WATCHDOG_H */
