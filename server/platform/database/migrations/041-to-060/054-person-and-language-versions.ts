/**
 * Versions of people and languages, which two admins may edit at once. A trigger counts changes of a person's fields of
 * the office's form: they are written by several features, such as an application or a fleet admin who leaves.
 */
export const name = '054-person-and-language-versions'

export const up = `
alter table users add column edit_version integer not null default 0;
create function count_person_edit() returns trigger language plpgsql as $$
begin
  new.edit_version := old.edit_version + 1;
  return new;
end $$;
create trigger users_count_edits
  before update of first_name, last_name, car_type_id, vehicle_make, vehicle_model, vehicle_number, other_info, fleetadmin
  on users for each row
  when ((old.first_name, old.last_name, old.car_type_id, old.vehicle_make, old.vehicle_model, old.vehicle_number,
      old.other_info, old.fleetadmin)
    is distinct from (new.first_name, new.last_name, new.car_type_id, new.vehicle_make, new.vehicle_model,
      new.vehicle_number, new.other_info, new.fleetadmin))
  execute function count_person_edit();

alter table languages add column version integer not null default 0;
`
