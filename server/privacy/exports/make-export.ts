import type { Role } from '@remis/domain/kit/endpoint'
import { exportHours } from '@remis/domain/privacy/account-data'
import type { PageLanguage } from '../../platform/page/first-reply.ts'
import { liftStatementLimit } from '../../platform/database/database.ts'
import { nowMs } from '../../platform/database/db-clock.ts'
import { findOwnFiles } from '../../files/own-files.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { findPerson } from '../../people/find-person.ts'
import type { PrivacyDeps } from '../privacy-deps.ts'
import { deleteOldExports, giveBack, setProgress, storeFile, takeUp, type Work } from './export-store.ts'
import { pageEnd, pageStart, tableOf, type Reading } from './readable-page.ts'
import { pictureName } from './parts/part.ts'
import { personalRecords, type OwnPart } from './personal-records.ts'
import { zipFiles, type ZipFiles } from './zip-files.ts'

/** Longer than one page of rows takes. */
const leaseSeconds = 60
const tries = 3

/** Another node makes it now, or its owner is gone. */
class LeaseLost extends Error {}

const languageOf = (languages: readonly PageLanguage[], asked: string): PageLanguage => {
  const chosen =
    languages.find(({ view }) => view.langLocale === asked) ??
    languages.find(({ view }) => view.default) ??
    languages[0]
  if (chosen === undefined) throw new Error('there is no language')
  return chosen
}

/** Writes a part as JSON and as a table; `step` after each page of rows. */
const writePart = async (
  part: OwnPart,
  reading: Reading,
  {
    zip,
    page,
    step,
  }: { readonly zip: ZipFiles; readonly page: { write(text: string): void }; readonly step: () => Promise<void> },
): Promise<void> => {
  const json = zip.open(`${part.name}.json`)
  const table = tableOf(reading, part)
  page.write(table.head)
  let separator = '[\n'
  for await (const rows of part.pages()) {
    for (const row of rows) {
      json.write(separator + JSON.stringify(row))
      separator = ',\n'
    }
    page.write(table.rows(rows))
    await step()
  }
  json.write(separator === '[\n' ? '[]\n' : '\n]\n')
  json.end()
  page.write(table.end)
}

const makeOne = async (app: PrivacyDeps, { id, user_id, language }: Work): Promise<void> => {
  const { db, settings } = app
  const person = await findPerson(db.lists, user_id)
  if (person === null) throw new LeaseLost()
  const { code, timezone, decimal } = await settings.current()
  const reading: Reading = {
    language: languageOf(await app.languages.current(), language),
    timezone,
    currency: code,
    decimals: decimal,
  }
  const parts = await personalRecords(app, { id: user_id, role: person.role as Role, code })
  const [zip, html] = [zipFiles(), [] as string[]]
  const page = { write: (text: string) => void html.push(text) }
  const pictures = await findOwnFiles(app, user_id)
  page.write(pageStart(reading, { parts, at: await nowMs(db.lists), photosLeftOut: pictures.leftOut }))
  for (const [done, part] of parts.entries()) {
    const percent = Math.round((100 * done) / parts.length)
    await writePart(part, reading, {
      zip,
      page,
      step: async () => {
        if (!(await setProgress(db.jobs, id, percent, leaseSeconds))) throw new LeaseLost()
      },
    })
    await app.failpoint.at('export.part')
  }
  for await (const { id: picture, content } of pictures.files) {
    const file = zip.open(pictureName(picture))
    for await (const bytes of content) file.write(bytes)
    file.end()
    if (!(await setProgress(db.jobs, id, 99, leaseSeconds))) throw new LeaseLost()
  }
  page.write(pageEnd)
  const readable = zip.open('index.html')
  for (const text of html) readable.write(text)
  readable.end()
  const file = zip.finish()
  await db.transact(async (tx) => {
    // A large file takes longer than a call may.
    await liftStatementLimit(tx)
    if (!(await storeFile(tx, id, file, exportHours))) throw new LeaseLost()
    await queueMail(app, tx, { template: 'export_ready', userId: user_id, params: { link: '/account-data' } })
  })
}

/**
 * Sweep: makes the exports that wait, one after the other, and deletes those past their time. A failed one is tried
 * again [design/privacy-30].
 */
export const makeExports = async (app: PrivacyDeps): Promise<void> => {
  await deleteOldExports(app.db.jobs)
  for (
    let work = await takeUp(app.db.jobs, leaseSeconds, tries);
    work;
    work = await takeUp(app.db.jobs, leaseSeconds, tries)
  )
    try {
      await makeOne(app, work)
    } catch (error) {
      if (error instanceof LeaseLost) continue
      app.log.error({ err: error, export: work.id }, 'an export of personal data failed')
      await giveBack(app.db.jobs, work.id, tries)
    }
}
