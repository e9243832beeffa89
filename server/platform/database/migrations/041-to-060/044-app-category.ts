/** The category (taxi or delivery) of an installation; no start may change it once there are bookings. */
export const name = '044-app-category'

export const up = `
update installation_marks set data = data || jsonb_build_object('appcat',
  case when exists (select from bookings where delivery_person_phone is not null) then 'delivery' else 'taxi' end)
where exists (select from bookings);
`
