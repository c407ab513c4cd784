-- A name as search sees it, each of its words after a blank. Its dictionary does not change, so that it can be indexed.
create function name_words(name text) returns text
  language sql immutable parallel safe
  return ' ' || search_text(name);
create index users_name_words on users using gin (name_words(first_name || ' ' || last_name) gin_trgm_ops);
