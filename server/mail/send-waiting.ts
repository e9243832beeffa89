import { cleanDetail } from '@remis/domain/kit/clean-text'
import type { Channel } from '@remis/domain/mail/mail-templates'
import { nextTry, type SendOutcome } from '@remis/domain/mail/next-try'
import { nowMs } from '../platform/database/db-clock.ts'
import { runInParallel } from '../platform/jobs/each-in-parallel.ts'
import { logOutage, type OutageLog } from '../platform/runtime/log-outage.ts'
import type { MailDeps } from './mail-deps.ts'
import { claimDueMail, freeAgainAt, markFailed, markSent, postpone, type QueuedRow } from './mail-store.ts'
import { findMailProvider, findSmsProvider } from './providers.ts'
import { findRecipient, renderQueued, type RenderedRow } from './render-queued.ts'

type Send = (row: QueuedRow, mail: RenderedRow) => Promise<SendOutcome>

/** Message-ID without its brackets: one per row, in each of its tries. */
const messageIdOf = ({ config }: MailDeps, { id }: QueuedRow): string => `${id}@${new URL(config.publicUrl).hostname}`

const openSend = async (app: MailDeps, channel: Channel): Promise<Send | null> => {
  if (channel === 'mail') {
    const provider = await findMailProvider(app)
    if (provider === null) return null
    return (row, { subject, text, html }) =>
      provider.send({ messageId: messageIdOf(app, row), to: row.address, subject, text, html })
  }
  const provider = await findSmsProvider(app)
  return provider && ((row, { text }) => provider.send({ id: row.id, to: row.address, text }))
}

const withoutSecrets = (detail: string, secrets: readonly string[]): string =>
  secrets.reduce((text, secret) => text.replaceAll(secret, '…'), detail)

/** Records and logs that a row was not sent: it has failed, or is retried later. */
const storeFailure = async (
  app: MailDeps,
  row: QueuedRow,
  outcome: Exclude<SendOutcome, { kind: 'accepted' }>,
  detail: string,
): Promise<void> => {
  const db = app.db.jobs
  const refused = outcome.kind === 'refused'
  if (refused) app.log.warn({ mailId: row.id, template: row.template, detail }, 'a mail was refused')
  const counts = outcome.kind !== 'unreachable'
  const at = nextTry(app.config.limits.mail, outcome, {
    channel: row.channel,
    tries: row.tries,
    queuedAt: row.queued_at,
    now: await nowMs(db),
  })
  if (at === null) await markFailed(db, row.id, { failure: refused ? 'refused' : 'no_answer', detail, counts })
  else await postpone(db, row.id, { at, counts, detail })
}

/** Renders and sends one row and writes down how that ended. False: the provider does not answer. */
const sendOne = async (app: MailDeps, row: QueuedRow, send: Send, outage: OutageLog): Promise<boolean> => {
  const db = app.db.jobs
  const free = await freeAgainAt(db, row, app.config.limits.mail.perRecipient[row.channel])
  if (free !== null) {
    await postpone(db, row.id, { at: free, counts: false, detail: '' })
    return true
  }
  // Outside of the try: a database that does not answer is no fault of the mail, which is due again after the lease.
  const recipient = await findRecipient(app, row)
  let mail: RenderedRow
  try {
    mail = renderQueued(app, row, recipient)
  } catch (error) {
    app.log.error({ err: error, mailId: row.id, template: row.template }, 'a mail cannot be rendered')
    await markFailed(db, row.id, { failure: 'broken', detail: (error as Error).message.slice(0, 300), counts: false })
    return true
  }
  await app.failpoint.at('mail.rendered')
  const outcome = await send(row, mail)
  await app.failpoint.at('mail.accepted')
  if (outcome.kind === 'accepted') {
    outage.worked()
    await markSent(db, row.id, outcome.ref)
    return true
  }
  const detail = cleanDetail(withoutSecrets(outcome.detail, mail.secrets))
  const answered = outcome.kind === 'refused'
  if (answered) outage.worked()
  else outage.failed(`${outcome.kind}: ${detail}`)
  await storeFailure(app, row, outcome, detail)
  return answered
}

/** Logs the outages of a channel's provider, over all turns [design/data-94]. */
export const providerOutage = ({ log }: Pick<MailDeps, 'log'>, channel: Channel): OutageLog =>
  logOutage(log, {
    level: 'warn',
    fails: 'mails cannot be handed over: the provider does not answer',
    works: 'mails are handed over again',
    details: { channel },
  })

/**
 * Sweep of one channel: sends what is due, some at a time. Without a provider everything waits; one that does not
 * answer ends the turn [design/mail-5].
 */
export const sendWaiting = async (
  app: MailDeps,
  channel: Channel,
  outage = providerOutage(app, channel),
): Promise<void> => {
  const send = await openSend(app, channel)
  if (send === null) return
  const { parallel, sentAtOnce, leaseSeconds } = app.config.limits.mail
  let left = sentAtOnce
  const worker = async (): Promise<void> => {
    while (left-- > 0) {
      const row = await claimDueMail(app.db.jobs, channel, leaseSeconds)
      if (row === null) return
      if (!(await sendOne(app, row, send, outage))) left = 0
    }
  }
  await runInParallel(parallel, worker)
}
