module ralsh

go 1.26
