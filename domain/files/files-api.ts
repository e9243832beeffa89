import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { bookingId, file, uuid } from '../kit/schema.ts'
import { bookingPhotoKinds, fileKinds, mostBytes, pictureTypes } from './file-kinds.ts'
import { bookingPhotosRoutes, filesRoutes } from './files-routes.ts'

const stored = z.object({ id: z.string(), url: z.string() })

export const filesApi = {
  upload: endpoint(filesRoutes.upload, {
    summary: 'Stores a picture; unless something uses it within a day it is deleted',
    relation: 'self',
    beforeApproval: true,
    rate: 'upload',
    upload: { types: pictureTypes, mostBytes },
    query: z.strictObject({ kind: z.enum(fileKinds) }),
    reply: stored,
  }),
  read: endpoint(filesRoutes.read, {
    summary: 'A stored picture, as JPEG',
    relation: { object: 'file', allow: ['owner', 'met', 'fleet', 'admin'] },
    beforeApproval: true,
    rate: 'read',
    params: z.strictObject({ id: uuid }),
    reply: file,
    file: ['image/jpeg'],
  }),
  carTypePicture: endpoint(filesRoutes.carTypePicture, {
    summary: 'An uploaded picture of a car type, as JPEG; visitors see it too',
    relation: 'none',
    rate: 'read',
    query: z.strictObject({ id: uuid }),
    reply: file,
    file: ['image/jpeg'],
    unchanging: true,
  }),
}

/** The pictures of a delivery [delivery-12]; a move of the booking uses them. */
export const bookingPhotosApi = {
  upload: endpoint(bookingPhotosRoutes.upload, {
    summary: 'Stores a picture of a delivery; unless a move uses it within a day it is deleted',
    relation: { object: 'booking', allow: ['driver'] },
    rate: 'upload',
    upload: { types: pictureTypes, mostBytes },
    params: z.strictObject({ id: bookingId }),
    query: z.strictObject({ name: z.enum(bookingPhotoKinds) }),
    reply: stored,
  }),
}
