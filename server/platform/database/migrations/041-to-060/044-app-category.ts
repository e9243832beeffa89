/** What an installation with bookings carries, which no later start may change. */
export const name = '044-app-category'

export const up = `
update installation_marks set data = data || jsonb_build_object('appcat',
  case when exists (select from bookings where delivery_person_phone is not null) then 'delivery' else 'taxi' end)
where exists (select from bookings);
`
