/** An installation has an id, which the storage of its pictures carries too [design/files-11]. */
export const name = '064-installation-id'

export const up = `
alter table installation_marks drop constraint installation_marks_name_check;
alter table installation_marks add constraint installation_marks_name_check
  check (name in ('trial', 'production', 'installation'));
`
