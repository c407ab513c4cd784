-- The small copy of a delivered file without a watermark. Null: not made yet; false: it could not be made.
alter table delivery_files add column has_picture boolean;
create index delivery_files_without_picture on delivery_files (created_at)
  where preview_state = 'ready' and has_picture is null;

-- Quotes for an inquiry about no listed work kept the inquiry's subject as the project's title.
update projects set title = regexp_replace(title, '^(\s*(re|project inquiry):\s*)+', '', 'i')
where title ~* '^\s*(re|project inquiry):\s*\S' and regexp_replace(title, '^(\s*(re|project inquiry):\s*)+', '', 'i') <> '';
