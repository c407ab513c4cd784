-- Everybody has a handle: `@marit`. A handle belongs to its person for good, with everything that looks like it.
alter table users
  -- Null after the account is deleted: `kept_profile` has it until then, and gives it back.
  add column handle text
    constraint users_handle_form check (handle ~ '^[a-z0-9_]{3,30}$' and handle ~ '[a-z0-9]'),
  -- Null until the person chooses one.
  add column handle_changed_at timestamptz;
create unique index users_handle on users (handle);

-- What a handle looks like: `mar1t`, `marlt` and `ma_rit` have the shape of `marit`.
create function handle_shape(handle text) returns text
  language sql immutable parallel safe
  return replace(replace(translate(lower(handle), '01i_', 'oll'), 'rn', 'm'), 'vv', 'w');

-- Shapes of handles that belong to somebody, or to nobody because they are reserved. A person keeps those of
-- earlier handles, so that old links still lead to them.
create table handles (
  shape text primary key,
  user_id uuid references users (id) on delete set null deferrable initially deferred
);
create index handles_user on handles (user_id);

-- What could pass for Plinth itself, for its staff, or for one of its addresses.
insert into handles (shape)
select distinct handle_shape(word) from unnest(string_to_array(
  'about abuse account accounts ad admin administrator ads advertise advertising all analytics api app apps '
  'appeal archive article ask asset assets auth author avatar ban banned billing blog board boards bot browse '
  'business buy career careers category channel chat checkout client clients code comment comments community '
  'company config contact copyright create creator creators crew customer dashboard debug delete deleted '
  'deposit deposits design dev developer developers discover dispute disputes dmca docs download edit email '
  'embed error escrow event events everybody everyone explore export faq favicon feed feeds file files follow '
  'followers following foryou founder ftp group groups guest guide handle health help here hire hiring home '
  'hostmaster image images inbox index info inquiry inside invite invitation jobs join journal json landing legal '
  'license licence like liked likes limit limits link links list live local localhost login logout mail '
  'manage media member members message messages mobile mod moderator moderation money moderators mute news newsletter '
  'nobody none notice notification notifications null oauth oembed offer official open order orders owner '
  'page pages partner password pay payment payments payout payouts people photo plan policy portfolio portfolios '
  'post posts press preview pricing privacy pro product profile profiles project projects promote promotion '
  'proof public purchase push receipt recent refund register report reports reserved review reviews robots root '
  'rss sale sales sandbox save saved search secure security sell server service services session settings '
  'shop sign signin signout signup site sitemap social somebody someone staff static stats status store stripe '
  'studio subscribe subscription subscriptions success suggestions support suspended system tag tags takedown '
  'team terms test tips token tokens tos trending trust undefined unsubscribe unverified update upload uploads '
  'user username users verified verify video videos void wall webhook webhooks webmaster welcome widget wiki '
  'work works www you your', ' ')) word;

-- Gives a handle to a person. False if it belongs to somebody else or is reserved. If somebody else is being given
-- one of the same shape at this moment, it waits for them.
create function claim_handle(wanted text, owner uuid) returns boolean language plpgsql as $$
declare
  wanted_shape constant text := handle_shape(wanted);
begin
  if wanted_shape = '' or starts_with(wanted_shape, handle_shape('plinth')) then
    return false;
  end if;
  insert into handles (shape, user_id) values (wanted_shape, owner) on conflict do nothing;
  return found or exists (select 1 from handles where shape = wanted_shape and user_id = owner);
end
$$;

-- The first free handle of a name: `marit`, `maritsolheim`, `marit2` … Numbers are drawn when the low ones are
-- taken, so that the thousandth Anna needs no thousand tries.
create function first_handle(first_name text, last_name text, owner uuid) returns text
language plpgsql as $$
declare
  first constant text := regexp_replace(search_text(first_name), '[^a-z0-9]', '', 'g');
  last constant text := regexp_replace(search_text(last_name), '[^a-z0-9]', '', 'g');
  stem constant text := left(case
    when starts_with(handle_shape(first || last), handle_shape('plinth')) then 'member'
    when length(first) >= 3 then first
    when length(first || last) >= 3 then first || last
    else 'member' end, 20);
  candidate text;
begin
  if stem <> 'member' then
    foreach candidate in array array[first, left(first || last, 30), stem || '2', stem || '3'] loop
      if length(candidate) between 3 and 30 and claim_handle(candidate, owner) then
        return candidate;
      end if;
    end loop;
  end if;
  for digits in 3..10 loop
    for attempt in 1..3 loop
      candidate := stem || trunc((0.1 + 0.9 * random()) * 10 ^ digits)::bigint;
      if claim_handle(candidate, owner) then
        return candidate;
      end if;
    end loop;
  end loop;
  raise exception 'no free handle for %', stem;
end
$$;

create function users_claim_handle() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and new.handle is null and new.deleted_at is null then
    new.handle := first_handle(new.first_name, new.last_name, new.id);
  elsif new.handle is not null and not claim_handle(new.handle, new.id) then
    raise unique_violation using constraint = 'users_handle', table = 'users',
      message = format('the handle %s is taken or reserved', new.handle);
  end if;
  return new;
end
$$;
create trigger users_claim_handle_at_first before insert on users
  for each row execute function users_claim_handle();
create trigger users_claim_handle before update of handle on users
  for each row when (new.handle is distinct from old.handle) execute function users_claim_handle();

-- Who came first chooses first.
do $$
declare
  person record;
begin
  for person in select id, first_name, last_name, kept_profile from users
    where purged_at is null order by created_at, id
  loop
    if person.kept_profile is null then
      update users set handle = first_handle(first_name, last_name, id) where id = person.id;
    else
      update users set kept_profile = kept_profile || jsonb_build_object('handle', first_handle(
          kept_profile ->> 'firstName', kept_profile ->> 'lastName', id)) where id = person.id;
    end if;
  end loop;
end
$$;
