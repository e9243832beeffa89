import type { TrialAccounts } from '../backoffice/public-settings.ts'
import { accountsWith } from '../accounts/account-lookups.ts'
import type { Config } from '../platform/runtime/config.ts'
import type { Database } from '../platform/database/database.ts'
import { trialPassword, trialPeople } from './trial-people.ts'

const offered = trialPeople
  .filter((person) => person.shown)
  .map(({ firstName, lastName, usertype, email }) => ({
    label: `${firstName} ${lastName}`,
    role: usertype,
    email,
    password: trialPassword,
  }))

/** The accounts offered on the login page: only in trial mode, while trial data is there. Cached once found. */
export const offerTrialAccounts = (config: Config, db: Database): TrialAccounts => {
  let present = false
  return {
    list: async () => {
      if (config.mode !== 'trial') return []
      present ||= (await accountsWith(db.request, { email: offered[0]?.email })).length > 0
      return present ? offered : []
    },
  }
}
