import { isOffice } from '@remis/domain/kit/endpoint'
import type { TrialAccounts } from '../backoffice/settings/public-settings.ts'
import type { Config } from '../platform/runtime/config.ts'
import type { Database } from '../platform/database/database.ts'
import { findMark } from '../platform/database/installation-mark.ts'
import { isThisMachineOnly } from '../platform/http/loopback.ts'
import { trialPassword, trialPeople } from './trial-people.ts'

const offeredIn = ({ appCategory }: Pick<Config, 'appCategory'>) =>
  trialPeople[appCategory]
    .filter((person) => person.shown)
    .map(({ firstName, lastName, usertype, email }) => ({
      label: `${firstName} ${lastName}`,
      role: usertype,
      email,
      password: trialPassword,
    }))

/**
 * The accounts offered on the login page: only in trial mode, while trial data is there. Cached once found. The
 * office's are left out where others than this machine can read the page [design/access-70].
 */
export const offerTrialAccounts = (config: Config, db: Database): TrialAccounts => {
  const offered = offeredIn(config)
  const listed = isThisMachineOnly(config) ? offered : offered.filter(({ role }) => !isOffice(role))
  let present = false
  return {
    list: async () => {
      if (config.mode !== 'trial') return []
      present ||= (await findMark(db.request, 'trial')) !== undefined
      return present ? listed : []
    },
  }
}

/** All offered accounts with their passwords, for the console of the operator. */
export const accountsForConsole = (config: Config, officePassword: string): ReturnType<typeof offeredIn> =>
  offeredIn(config).map((account) => (isOffice(account.role) ? { ...account, password: officePassword } : account))
