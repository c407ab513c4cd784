-- What businesses ask for, signed in or not.
create table advertisement_inquiries (
  id uuid primary key,
  -- Made by the sender's browser: a second press is the same inquiry.
  client_id uuid constraint advertisement_inquiries_once unique,
  state text not null default 'new' check (state in ('new', 'answered', 'declined', 'booked')),
  business_name text not null,
  contact_name text not null,
  email text not null,
  phone text,
  website text,
  ad_type text not null check (ad_type in ('post', 'banner', 'featured', 'custom')),
  duration text not null check (duration in ('week', 'month', 'custom')),
  -- As the sender wrote it: nothing is charged by it.
  budget text,
  description text not null,
  post_idea text,
  user_id uuid references users (id) on delete set null,
  -- The address or its network of 64 bits, for the hourly limit; forgotten when that hour is over.
  sent_from text,
  note text,
  decided_by uuid references users (id) on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null,
  constraint advertisement_inquiries_decided check ((state = 'new') = (decided_at is null))
);
create index advertisement_inquiries_newest on advertisement_inquiries (created_at desc, id desc);
create index advertisement_inquiries_state on advertisement_inquiries (state, created_at desc, id desc);
create index advertisement_inquiries_sender on advertisement_inquiries (sent_from, created_at desc)
  where sent_from is not null;
create index advertisement_inquiries_user on advertisement_inquiries (user_id) where user_id is not null;
create index advertisement_inquiries_decider on advertisement_inquiries (decided_by)
  where decided_by is not null;

-- Weeks that are sold. A place holds one advert at a time: the key keeps two bookings apart.
create table advertisement_weeks (
  place text not null check (place in ('post', 'banner', 'featured')),
  week_start date not null check (extract(isodow from week_start) = 1),
  inquiry_id uuid not null references advertisement_inquiries (id) on delete cascade,
  primary key (place, week_start)
);
create index advertisement_weeks_inquiry on advertisement_weeks (inquiry_id);
