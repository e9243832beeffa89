import arAccountData from './ar/account-data.json' with { type: 'json' }
import arFirst from './ar/first.json' with { type: 'json' }
import arFormMessages from './ar/form-messages.json' with { type: 'json' }
import arMail from './ar/mail.json' with { type: 'json' }
import arMessages from './ar/messages.json' with { type: 'json' }
import arMoney from './ar/money.json' with { type: 'json' }
import arNotices from './ar/notices.json' with { type: 'json' }
import arPages from './ar/pages.json' with { type: 'json' }
import arPeople from './ar/people.json' with { type: 'json' }
import arSecurity from './ar/security.json' with { type: 'json' }
import arSetup from './ar/setup.json' with { type: 'json' }
import arShared from './ar/shared.json' with { type: 'json' }
import arTrips from './ar/trips.json' with { type: 'json' }
import { english } from './english.ts'

export type Texts = Readonly<Record<string, string>>

/**
 * The texts of each built-in language, for the server. Browsers load the files one by one (web/i18n/text-files.ts). A
 * language is added by a row in `languages`, a folder, and a line here; a test compares the three.
 */
export const builtInTexts: Readonly<Record<string, Texts>> = {
  en: english,
  ar: {
    ...arFirst,
    ...arFormMessages,
    ...arMessages,
    ...arShared,
    ...arPages,
    ...arTrips,
    ...arMoney,
    ...arSetup,
    ...arMail,
    ...arAccountData,
    ...arPeople,
    ...arSecurity,
    ...arNotices,
  },
}
