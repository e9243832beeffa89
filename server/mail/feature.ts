import { mailApi } from '@remis/domain/mail/mail-api'
import { forAdmins } from '../platform/http/check-relation.ts'
import { serve } from '../platform/http/use-case.ts'
import type { Feature } from '../platform/runtime/feature.ts'
import { changeMailProvider, changeSmsProvider, readProviders } from './change-providers.ts'
import type { MailDeps } from './mail-deps.ts'
import { deleteOldMails, endOldMails, findMail } from './mail-store.ts'
import { mountMailbox } from './mailbox-page.ts'
import { listMails, readMail, sendMailAgain } from './manage-mails.ts'
import { providerOutage, sendWaiting } from './send-waiting.ts'
import { testProvider } from './test-provider.ts'

export const mail: Feature<MailDeps> = {
  endpoints: serve<MailDeps, typeof mailApi>(mailApi, {
    list: listMails,
    read: readMail,
    sendAgain: sendMailAgain,
    providers: readProviders,
    changeMail: changeMailProvider,
    changeSms: changeSmsProvider,
    test: testProvider,
  }),
  relations: {
    mail: forAdmins(async (db, id) => (await findMail(db, id)) !== undefined),
  },
  // A sweep for each channel: a mail server that hangs delays no SMS.
  sweeps: (app) => {
    const [mail, sms] = [providerOutage(app, 'mail'), providerOutage(app, 'sms')]
    return {
      'mails to be sent': { run: () => sendWaiting(app, 'mail', mail) },
      'sms to be sent': { run: () => sendWaiting(app, 'sms', sms) },
      'mails that have ended': {
        everyMs: 30_000,
        run: () => endOldMails(app.db.jobs, app.config.limits.mail.giveUpHours),
      },
      'old mails': { everyMs: 600_000, run: () => deleteOldMails(app.db.jobs, app.config.limits.mail.keepDays) },
    }
  },
  mount: mountMailbox,
}
