import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { file, uuid } from '../kit/schema.ts'
import { fileKinds, mostBytes, pictureTypes } from './file-kinds.ts'
import { filesRoutes } from './files-routes.ts'

export const filesApi = {
  upload: endpoint(filesRoutes.upload, {
    summary: 'Stores a picture; unless something uses it within a day it is deleted',
    relation: 'self',
    beforeApproval: true,
    rate: 'upload',
    upload: { types: pictureTypes, mostBytes },
    query: z.strictObject({ kind: z.enum(fileKinds) }),
    reply: z.object({ id: z.string(), url: z.string() }),
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
