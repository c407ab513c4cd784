-- What a stored file still says about its author, copyright, credit and licence, and whether its Content Credentials are
-- still in it. Null for files of before, of which only some formats kept any.
alter table media add column stays text[];
