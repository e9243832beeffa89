import { lockPerson } from '../people/find-person.ts'
import { eachDue } from '../platform/jobs/each-due.ts'
import { listEndsElsewhere, setEnds } from './document-store.ts'
import type { DocumentsDeps } from './documents-deps.ts'
import { setDocumentsUntil } from './documents-until.ts'

/** Drivers that are read at a time. */
const perPage = 50

/** Sweep: moves the ends of documents to the operator's new time zone [design/documents-16]. */
export const followZone = async (app: DocumentsDeps, atOnce = perPage): Promise<void> => {
  const { timezone } = await app.settings.current()
  await eachDue(
    atOnce,
    (limit, except) => listEndsElsewhere(app.db.jobs, timezone, limit, except),
    ({ id }) =>
      app.db
        .transact(async (tx) => {
          await lockPerson(tx, id)
          await setEnds(tx, id, timezone)
          await setDocumentsUntil(tx, id)
        })
        .catch((error: unknown) => app.log.error({ err: error, driver: id }, 'could not move the end of documents')),
  )
}
