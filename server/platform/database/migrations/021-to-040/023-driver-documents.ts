/** Files that people upload, documents of drivers and their applications [design/files-1] [design/documents-1]. */
export const name = '023-driver-documents'

export const up = `
create table files (
  id uuid primary key,
  owner_id uuid not null references users,
  kind text not null check (kind in ('profileImage', 'licenseImage', 'driverDocument')),
  -- of the bytes in the storage
  name text not null unique check (name ~ '^[0-9a-f]{32}$'),
  bytes integer not null check (bytes > 0),
  created_at timestamptz not null default clock_timestamp(),
  -- null: something uses it
  loose_since timestamptz default clock_timestamp()
);
create index files_of_owner on files (owner_id);
create index files_loose on files (loose_since) where loose_since is not null;

create table driver_documents (
  id uuid primary key,
  driver_id uuid not null references users,
  kind text not null,
  file_id uuid not null references files,
  -- the last day it is valid, and the end of that day in the operator's zone
  expires_on date,
  expires_at timestamptz,
  state text not null default 'waiting' check (state in ('waiting', 'accepted', 'refused', 'replaced')),
  reason text not null default '',
  submitted_at timestamptz not null default clock_timestamp(),
  decided_at timestamptz,
  decided_by uuid references users,
  -- the last reminder of its end, in days before it; 0: that it has ended
  reminded integer,
  check ((expires_on is null) = (expires_at is null)),
  check (state <> 'refused' or reason <> '')
);
-- One of each kind waits, and one is valid while the next waits.
create unique index driver_documents_waiting on driver_documents (driver_id, kind) where state = 'waiting';
create unique index driver_documents_accepted on driver_documents (driver_id, kind) where state = 'accepted';
create index driver_documents_of_driver on driver_documents (driver_id, submitted_at);
create index driver_documents_of_file on driver_documents (file_id);
create index driver_documents_expiring on driver_documents (expires_at) where state = 'accepted' and expires_at is not null;
create index driver_documents_past on driver_documents (decided_at) where state in ('replaced', 'refused');

create table driver_applications (
  driver_id uuid primary key references users,
  state text not null default 'open' check (state in ('open', 'sent', 'refused', 'approved')),
  sent_at timestamptz,
  decided_at timestamptz,
  decided_by uuid references users,
  reason text not null default '',
  appeal text not null default '',
  check (state <> 'refused' or reason <> '')
);
create index driver_applications_sent on driver_applications (sent_at) where state = 'sent';

-- The end of the required document that ends first; null: none ends.
alter table users add column documents_until timestamptz;

alter table notices drop constraint notices_screen_check;
alter table notices add constraint notices_screen_check
  check (screen in ('BookingCab', 'BookedCab', 'onlineChat', 'wallet', 'DriverTrips', 'security', 'documents'));
`
