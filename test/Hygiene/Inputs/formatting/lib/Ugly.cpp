int pretty();
int   ugly ( ) ;
int uglier( );
