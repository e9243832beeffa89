import { bySql, query, type Survey } from './invariant.ts'

/** Rows of files and what refers to them agree. server/files/find-lost-files.ts checks that each row has its bytes. */
export const fileSurvey: Survey = bySql(
  'P7',
  'a file in use is referred to, and what refers to a file refers to one in use of the same person',
  query`with referred as (
      select u.id as person, r.kind, substr(r.url, 12)::uuid as file from users u
        cross join lateral (values ('profileImage', u.profile_image), ('licenseImage', u.license_image)) as r (kind, url)
        where r.url ~ '^/api/files/[0-9a-f-]{36}$'
      union select driver_id, null, file_id from driver_documents
      union select s.user_id, 'chat_image', m.file_id from chat_messages m
        join chat_sides s on s.booking_id = m.booking_id and s.source = m.source where m.file_id is not null
      union select b.customer, p.kind, substr(p.url, 12)::uuid from bookings b
        cross join lateral (values ('pickup_image', b.pickup_image), ('deliver_image', b.deliver_image),
          ('return_image', b.undelivered ->> 'image'), ('signature', b.handover ->> 'signature')) as p (kind, url)
        where p.url ~ '^/api/files/[0-9a-f-]{36}$'
      union select null, 'carTypeImage', substr(image, 27)::uuid from car_types
        where image ~ '^/api/car-types/picture[?]id=[0-9a-f-]{36}$')
    select f.id::text from files f where f.loose_since is null and not exists (
        select from referred r where r.file = f.id and r.person is not distinct from f.owner_id
          and coalesce(r.kind, f.kind) = f.kind)
      union select r.file::text from referred r where not exists (
        select from files f where f.id = r.file and f.owner_id is not distinct from r.person and f.loose_since is null)`,
)
