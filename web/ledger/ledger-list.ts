import { isUuid } from '@remis/domain/kit/uuid'
import { isDay } from '@remis/domain/kit/calendar-day'
import { accounts, postingKinds } from '@remis/domain/wallet/ledger-entry'
import { ledgerCalls, postingSorts } from '@remis/domain/wallet/wallet-routes'

/** The postings, with every filter in the address: links of bookings and people lead here. */
export const postingList = {
  key: ['ledger', 'postings'],
  endpoint: ledgerCalls.postings,
  file: ledgerCalls.export,
  sorts: postingSorts,
  usual: { sort: 'at', desc: true },
  filters: {
    account: accounts,
    kind: postingKinds,
    booking: (value: string) => /^[0-9A-HJKMNP-TV-Z]{10}$/.test(value),
    person: isUuid,
    posting: isUuid,
    from: isDay,
    until: isDay,
  },
} as const
