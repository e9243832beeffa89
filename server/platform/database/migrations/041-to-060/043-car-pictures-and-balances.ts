export const name = '043-car-pictures-and-balances'

export const up = `
-- Pictures of car types are files of the operator, without an owner once a car type shows them.
alter table files alter column owner_id drop not null;
alter table files drop constraint files_kind_check;
alter table files add constraint files_kind_check
  check (kind in ('profileImage', 'licenseImage', 'driverDocument', 'carTypeImage'));
alter table files add constraint files_owner check (owner_id is not null or kind = 'carTypeImage');

-- The list of wallets by balance reads a page of them.
create index wallets_by_balance on wallets (balance);
`
