/** Photos and proof of a delivery, and its return [design/delivery-20]. */
export const name = '045-parcels'

export const up = `
alter table files add booking_id text references bookings (id);
create index files_of_booking on files (booking_id) where booking_id is not null;
alter table files drop constraint files_kind_check;
alter table files add constraint files_kind_check check (kind in ('profileImage', 'licenseImage', 'driverDocument',
  'carTypeImage', 'pickup_image', 'deliver_image', 'return_image', 'signature'));
alter table files add constraint files_of_bookings check (
  (booking_id is not null) = (kind in ('pickup_image', 'deliver_image', 'return_image', 'signature')));

alter table bookings
  add delivery_code text check (delivery_code ~ '^[1-9][0-9]{3}$'),
  add delivery_code_tries integer not null default 0,
  add handover jsonb,
  add undelivered jsonb;
`
