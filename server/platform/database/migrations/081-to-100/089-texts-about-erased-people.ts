/** Removes ratings' texts and notes that were written about people after their erasure [design/privacy-40]. */
export const name = '089-texts-about-erased-people'

export const up = `
update ratings r set comment = null from users u
  where u.id = r.to_user and u.erased_at is not null and r.comment is not null;
update bookings b set feedback = null from users u
  where u.id = b.driver and u.erased_at is not null and b.feedback is not null;
delete from person_notes n using users u where u.id = n.person_id and u.erased_at is not null
`
