/** The chat of a booking: its messages, and each side's delivered and read numbers [design/chat-2]. */
export const name = '047-chat'

export const up = `
alter table files drop constraint files_kind_check;
alter table files add constraint files_kind_check check (kind in ('profileImage', 'licenseImage', 'driverDocument',
  'carTypeImage', 'pickup_image', 'deliver_image', 'return_image', 'signature', 'chat_image'));
alter table files drop constraint files_of_bookings;
alter table files add constraint files_of_bookings check (
  (booking_id is not null) = (kind in ('pickup_image', 'deliver_image', 'return_image', 'signature', 'chat_image')));

create table chats (
  booking_id text primary key references bookings (id) on delete cascade,
  last_n integer not null default 0,
  created_at timestamptz not null default clock_timestamp()
);
create index chats_age on chats (created_at);

create table chat_sides (
  booking_id text not null references chats (booking_id) on delete cascade,
  source text not null check (source in ('rider', 'driver')),
  user_id uuid not null references users (id),
  delivered_n integer not null default 0,
  read_n integer not null default 0,
  unread integer not null default 0 check (unread >= 0),
  changed_at timestamptz not null default clock_timestamp(),
  notice_due_at timestamptz,
  noticed_at timestamptz,
  primary key (booking_id, source),
  check (read_n <= delivered_n)
);
create index chat_sides_user on chat_sides (user_id);
create index chat_sides_unread on chat_sides (user_id, changed_at) where unread > 0;
create index chat_sides_due on chat_sides (notice_due_at) where notice_due_at is not null;

create table chat_messages (
  booking_id text not null references chats (booking_id) on delete cascade,
  n integer not null check (n > 0),
  source text not null check (source in ('rider', 'driver')),
  client_id uuid not null,
  type text not null check (type in ('text', 'quick', 'photo')),
  message text not null check (length(message) <= 1000),
  file_id uuid references files (id),
  sent_at timestamptz not null default clock_timestamp(),
  primary key (booking_id, n),
  unique (booking_id, source, client_id),
  check ((type = 'photo') = (file_id is not null))
);
create unique index chat_messages_file on chat_messages (file_id) where file_id is not null;

create function chat_photo_is_loose() returns trigger language plpgsql as $$
begin
  update files set loose_since = clock_timestamp() where id = old.file_id and loose_since is null;
  return null;
end $$;
create trigger chat_photo_is_loose after delete on chat_messages
  for each row when (old.file_id is not null) execute function chat_photo_is_loose();
`
