import { exportsPerDay } from '@remis/domain/privacy/account-data'
import type { accountDataApi, DataExport } from '@remis/domain/privacy/account-data-api'
import { AppError } from '@remis/domain/messages/app-error'
import { addAudit } from '../../platform/database/audit.ts'
import { oneExport } from '../../platform/http/exports/one-export.ts'
import type { UseCase } from '../../platform/http/use-case.ts'
import { isConfirmed } from '../../platform/sessions/sessions.ts'
import type { PrivacyDeps } from '../privacy-deps.ts'
import { countOfDay, findFile, findLast, findPiece, insertExport, type ExportRow } from './export-store.ts'

export const viewExport = (row: ExportRow): DataExport => ({
  state: row.state,
  progress: row.progress,
  askedAt: row.asked_at,
  size: row.size,
  expiresAt: row.expires_at,
})

/** Has an export made by the sweep; while one is being made it answers that one [design/privacy-30]. */
export const requestExport: UseCase<PrivacyDeps, typeof accountDataApi.requestExport> = async (app, call) => {
  const { who, body } = call
  return call.commit(async (tx) => {
    if (!(await isConfirmed(tx, who.sessionId, app.config.limits.session.confirmSeconds)))
      throw new AppError(403, 'confirm_password')
    const last = await findLast(tx, who.id)
    if (last?.state === 'waiting' || last?.state === 'running') return { export: viewExport(last) }
    if ((await countOfDay(tx, who.id)) >= exportsPerDay) throw new AppError(429, 'too_many_exports')
    const made = await insertExport(tx, who.id, body.language ?? '')
    if (made === undefined) throw new AppError(503, 'busy_try_again')
    await addAudit(tx, {
      actor: who,
      address: call.address,
      action: 'account.export',
      subject: `user:${who.id}`,
    })
    return { export: viewExport(made) }
  })
}

const bytesAtOnce = 262_144

async function* readPieces({ db }: PrivacyDeps, id: string, size: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < size; from += bytesAtOnce) {
    const piece = await findPiece(db.lists, id, { from, bytes: bytesAtOnce })
    if (piece === undefined) throw new AppError(404, 'export_over')
    yield piece
  }
}

/** The file of the caller's last export, one download at a time; 404 when there is none or it has expired. */
export const downloadExport: UseCase<PrivacyDeps, typeof accountDataApi.download> = (app, { who }) =>
  oneExport(app.db, who.id, async () => {
    const file = await findFile(app.db.lists, who.id)
    if (file === undefined) throw new AppError(404, 'export_over')
    return { name: 'my-data.zip', type: 'application/zip', content: readPieces(app, file.id, file.size ?? 0) }
  })
