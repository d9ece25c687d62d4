create table items (id integer primary key, name text);
insert into items values (1, 'first');
