/** Requests to outside maps services per day, stored so that the ceilings survive a restart. */
export const name = '051-map-service-days'

export const up = `
create table map_service_days (
  service text not null,
  day date not null,
  requests int not null check (requests >= 0),
  micro_dollars bigint not null check (micro_dollars >= 0),
  primary key (service, day)
);
`
