import { randomBytes, randomUUID } from 'node:crypto'
import { fileUrl, type StoredKind } from '@remis/domain/files/file-kinds'
import type { filesApi } from '@remis/domain/files/files-api'
import type { Role } from '@remis/domain/kit/endpoint'
import { AppError } from '@remis/domain/messages/app-error'
import type { Kysely } from 'kysely'
import { isDemo } from '../backoffice/settings/settings-cache.ts'
import { lockPerson } from '../people/find-person.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import { countAgainst } from '../platform/http/rate-limits.ts'
import type { UseCase } from '../platform/http/use-case.ts'
import type { Limits } from '../platform/runtime/limits.ts'
import { insertFile, sizeOfOwner } from './file-store.ts'
import type { FilesDeps } from './files-deps.ts'

const secondsPerDay = 86_400

/** 422 `file_quota` when the person would have too many or too large files. */
const checkQuota = async (
  db: Kysely<Tables>,
  owner: string,
  { mostFiles, mostBytes }: Limits['files'],
  more = 0,
): Promise<void> => {
  const { files, bytes } = await sizeOfOwner(db, owner)
  if (files >= mostFiles || bytes + more > mostBytes) throw new AppError(422, 'file_quota')
}

/** The pictures of car types are public, so only admins send them, and not in demo mode. */
const requireCatalogue = async (app: FilesDeps, role: Role): Promise<void> => {
  if (role !== 'admin') throw new AppError(403, 'forbidden')
  if (await isDemo(app)) throw new AppError(403, 'demo_mode')
}

/**
 * Reads and normalizes the picture of a call, writes its bytes, then its row in the transaction of `insert`
 * [design/files-1]. A crash in between leaves bytes without a row, which a sweep removes; there is never a row without
 * bytes.
 */
export const storeUpload = async (
  app: FilesDeps,
  call: {
    readonly upload: () => Promise<Buffer>
    commit<T extends { id: string; url: string }>(work: (tx: Tx) => Promise<T>): Promise<T>
  },
  kind: StoredKind,
  insert: (tx: Tx, file: { readonly id: string; readonly name: string; readonly bytes: number }) => Promise<void>,
): Promise<{ id: string; url: string }> => {
  const stored = await app.pictures.normalize(await call.upload(), kind)
  const id = randomUUID()
  const name = randomBytes(16).toString('hex')
  await app.storage.write(name, stored)
  await app.failpoint.at('files.stored')
  try {
    return await call.commit(async (tx) => {
      await insert(tx, { id, name, bytes: stored.length })
      return { id, url: fileUrl(id) }
    })
  } catch (error) {
    // A commit may have been made although its answer was lost, so only what was refused before it is removed at once.
    if (error instanceof AppError) await app.storage.remove(name)
    throw error
  }
}

/** Stores a picture of a person. The quota is checked before and again under the lock of the person's row. */
export const uploadFile: UseCase<FilesDeps, typeof filesApi.upload> = async (app, call) => {
  const { who, query } = call
  const { files: limits } = app.config.limits
  if (query.kind === 'carTypeImage') await requireCatalogue(app, who.role)
  await checkQuota(app.db.request, who.id, limits)
  await countAgainst(app.db.request, 'upload', who.id, limits.perDay, secondsPerDay)
  return storeUpload(app, call, query.kind, async (tx, file) => {
    if ((await lockPerson(tx, who.id)) === null) throw new AppError(404, 'not_found')
    await checkQuota(tx, who.id, limits, file.bytes)
    await insertFile(tx, { ...file, owner: who.id, kind: query.kind })
  })
}
