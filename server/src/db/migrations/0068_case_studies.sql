-- Case studies: a page of blocks below a work, which its creator writes as a draft and publishes. First of two steps.
-- Compatible: checks of kinds only take one more.

-- What was saved last, and what visitors see. The blocks are the contract's, as JSON.
create table case_studies (
  item_id uuid primary key references portfolio_items (id) on delete cascade,
  title text not null constraint case_studies_title_length check (length(title) <= 200),
  description text not null constraint case_studies_description_length check (length(description) <= 5000),
  cover_id uuid not null references media (id),
  draft jsonb not null default '[]' check (jsonb_typeof(draft) = 'array'),
  -- Rises with every save.
  revision integer not null default 0 check (revision >= 0),
  saved_at timestamptz not null default now(),
  published jsonb check (jsonb_typeof(published) = 'array'),
  published_revision integer,
  published_at timestamptz,
  constraint case_studies_published check (num_nulls(published, published_revision, published_at) in (0, 3))
);
create index case_studies_cover on case_studies (cover_id);

create table case_study_revisions (
  item_id uuid not null references case_studies (item_id) on delete cascade,
  revision integer not null check (revision > 0),
  title text not null,
  description text not null,
  -- No foreign keys: `case_study_media` has these files, too, as long as the revision is kept.
  cover_id uuid not null,
  media_ids uuid[] not null,
  blocks jsonb not null,
  saved_at timestamptz not null,
  primary key (item_id, revision)
);

-- The files of a case study: those of its draft, with the cover, those that visitors see, and those of earlier revisions.
-- While a row is here, its file is kept.
create table case_study_media (
  item_id uuid not null references case_studies (item_id) on delete cascade,
  media_id uuid not null references media (id),
  in_draft boolean not null default false,
  in_published boolean not null default false,
  primary key (item_id, media_id)
);
create index case_study_media_media on case_study_media (media_id);

-- People of Plinth whom a published case study names. Everybody sees them once they have agreed.
create table credits (
  id uuid primary key,
  item_id uuid not null references portfolio_items (id) on delete cascade,
  person_id uuid not null references users (id) on delete cascade,
  -- The line that names them, by the id that its block gives it; null once it is gone. Only a no is kept then, so that
  -- nobody is asked about the same work again.
  line_id uuid,
  role text not null constraint credits_role_length check (length(role) between 1 and 100),
  state text not null default 'asked' check (state in ('asked', 'accepted', 'declined')),
  asked_at timestamptz not null default now(),
  answered_at timestamptz,
  constraint credits_line unique (item_id, line_id),
  constraint credits_answered check ((state = 'asked') = (answered_at is null)),
  constraint credits_gone check (line_id is not null or state = 'declined')
);
create index credits_person on credits (person_id, asked_at desc, id desc);

alter table notices
  drop constraint notices_kind_check,
  add constraint notices_kind_check check (kind in ('like', 'comment', 'follow', 'feature', 'approval',
    'message', 'project', 'billing', 'standing', 'new_work', 'credit')) not valid;
alter table notifications
  drop constraint notifications_kind_check,
  add constraint notifications_kind_check check (kind in ('like', 'comment', 'reply', 'mention', 'follow',
    'feature', 'approval', 'message', 'inquiry', 'project', 'money', 'standing', 'new_work', 'credit')) not valid;

-- As before, and a file is public while a listed work's published case study shows it.
create or replace function refresh_media_privacy(ids uuid[]) returns void language plpgsql set enable_seqscan = off as $$
begin
  update media m set is_private = not m.is_private
  where m.id = any (ids) and m.is_private = coalesce(
    (select true from post_media pm join posts p on p.id = pm.post_id
      where pm.media_id = m.id and p.is_visible limit 1),
    (select true from portfolio_items i where i.media_id = m.id and i.is_listed limit 1),
    (select true from case_study_media s join portfolio_items i on i.id = s.item_id
      where s.media_id = m.id and s.in_published and i.is_listed limit 1),
    (select true from users u
      where u.id = m.owner_id and u.profile_image_url like '%/media/' || m.id || '/%'),
    false);
end
$$;

-- As before, and with the files of a sensitive work's case study.
create or replace function refresh_media_sensitivity(ids uuid[]) returns void
  language plpgsql set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  update media m set is_sensitive = not m.is_sensitive
  where m.id = any (ids) and m.is_sensitive <> coalesce(
    (select true from portfolio_items i where i.media_id = m.id and i.is_sensitive limit 1),
    (select true from post_media pm join posts p on p.id = pm.post_id
      where pm.media_id = m.id and p.is_sensitive limit 1),
    (select true from case_study_media s join portfolio_items i on i.id = s.item_id
      where s.media_id = m.id and i.is_sensitive limit 1),
    false);
end
$$;

-- As before, and the files of a case study follow its work.
create or replace function refresh_media_reservation(ids uuid[]) returns void
  language plpgsql set enable_seqscan = off as $$
begin
  update media m set is_reserved = not m.is_reserved, marking_failures = 0
  where m.id = any (ids) and m.is_reserved <> coalesce(
    (select bool_or(w.is_reserved) from (
      select i.is_reserved from portfolio_items i where i.media_id = m.id
      union all
      select i.is_reserved from case_study_media s join portfolio_items i on i.id = s.item_id
        where s.media_id = m.id) w),
    (select u.reserves_training from users u where u.id = m.owner_id));
end
$$;

create function refresh_study_files(ids uuid[]) returns void language plpgsql as $$
begin
  if cardinality(ids) = 0 then
    return;
  end if;
  perform refresh_media_privacy(ids);
  perform refresh_media_sensitivity(ids);
  perform refresh_media_reservation(ids);
end
$$;

create function case_study_media_moved() returns trigger language plpgsql as $$
begin
  perform refresh_study_files(array(select media_id from moved));
  return null;
end
$$;
create trigger case_study_media_enter after insert on case_study_media
  referencing new table as moved for each statement execute function case_study_media_moved();
create trigger case_study_media_change after update on case_study_media
  referencing new table as moved for each statement execute function case_study_media_moved();
create trigger case_study_media_leave after delete on case_study_media
  referencing old table as moved for each statement execute function case_study_media_moved();

-- With another state of the work, and with another cover.
create function portfolio_items_follow_files() returns trigger language plpgsql as $$
begin
  perform refresh_study_files(array(
    select s.media_id from case_study_media s where s.item_id = new.id
    union select f.id from unnest(array[old.media_id, new.media_id]) f (id) where old.media_id <> new.media_id));
  return null;
end
$$;
create trigger portfolio_items_follow_files
  after update of is_listed, media_id, sensitive_by_author, sensitive_by_admin, is_reserved on portfolio_items
  for each row when ((old.is_listed, old.media_id, old.is_sensitive, old.is_reserved)
    is distinct from (new.is_listed, new.media_id, new.is_sensitive, new.is_reserved))
  execute function portfolio_items_follow_files();
