/** Brings applications in line with the approval of their drivers [design/documents-11]. */
export const name = '081-applications-follow-approvals'

export const up = `
update driver_applications a set state = 'approved', decided_at = clock_timestamp(), decided_by = null, reason = ''
  from users u where u.id = a.driver_id and u.approved and a.state in ('sent', 'refused');
update driver_applications a set state = 'open'
  from users u where u.id = a.driver_id and not u.approved and a.state = 'approved'
`
