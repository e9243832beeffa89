import type { filesApi } from '@remis/domain/files/files-api'
import type { FileReply } from '@remis/domain/kit/schema'
import { AppError } from '@remis/domain/messages/app-error'
import { isDemo } from '../backoffice/settings/settings-cache.ts'
import type { FindRelationships } from '../platform/http/check-relation.ts'
import type { UseCase } from '../platform/http/use-case.ts'
import { findAnyPerson } from '../people/find-person.ts'
import { findFile, haveMet } from './file-store.ts'
import type { FilesDeps } from './files-deps.ts'

/**
 * The readers of a file: its owner, admins, the owner's fleet admin; a picture of a person also the other side of a booking
 * [design/files-6].
 */
export const fileRelations: FindRelationships<'file'> = async (db, { id, who }) => {
  const file = await findFile(db, id)
  if (file === undefined) return []
  if (file.owner_id === who.id) return ['owner']
  if (who.role === 'admin') return ['admin']
  if (file.owner_id === null) return []
  if (who.role === 'fleetadmin') {
    const owner = await findAnyPerson(db, file.owner_id)
    return owner?.role === 'driver' && owner.fleetadmin === who.id && !owner.deleted ? ['fleet'] : []
  }
  return file.kind === 'profileImage' && (await haveMet(db, who.id, file.owner_id)) ? ['met'] : []
}

/** In demo mode the office sees no licence and no document: they show contacts [design/access-12]. */
export const readFile: UseCase<FilesDeps, typeof filesApi.read> = async (app, { params, who }) => {
  const file = await findFile(app.db.request, params.id)
  if (file === undefined) throw new AppError(404, 'not_found')
  const isPaper = file.kind === 'licenseImage' || file.kind === 'driverDocument'
  if (isPaper && file.owner_id !== who.id && (await isDemo(app))) throw new AppError(403, 'demo_mode')
  return contentOf(app, file)
}

/** The pictures of car types are for everybody [design/catalogue-12]; any other file is absent here. */
export const readCarTypePicture: UseCase<FilesDeps, typeof filesApi.carTypePicture> = async (app, { query }) => {
  const file = await findFile(app.db.request, query.id)
  if (file?.kind !== 'carTypeImage') throw new AppError(404, 'not_found')
  return contentOf(app, file)
}

const contentOf = async (
  app: FilesDeps,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<FileReply> => {
  const content = await app.storage.read(name)
  if (content === undefined) {
    app.log.error({ file: id }, 'the bytes of a file are missing')
    throw new AppError(404, 'not_found')
  }
  return { name: `${id}.jpg`, type: 'image/jpeg', content }
}
