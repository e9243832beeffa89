/** A chargeback may be reported before the money of its attempt has a use [design/payments-118]. */
export const name = '091-chargebacks-before-money'

export const up = `
alter table payments drop constraint payments_check4
`
