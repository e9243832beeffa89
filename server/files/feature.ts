import { bookingPhotosApi, filesApi } from '@remis/domain/files/files-api'
import { serve } from '../platform/http/use-case.ts'
import type { Feature } from '../platform/runtime/feature.ts'
import type { FilesDeps } from './files-deps.ts'
import { fileRelations, readCarTypePicture, readFile } from './read-file.ts'
import { sweepLooseFiles, sweepNextParts, turnMs } from './sweep-files.ts'
import { uploadFile } from './upload-file.ts'
import { uploadPhoto } from './upload-photo.ts'

export const files: Feature<FilesDeps> = {
  endpoints: [
    ...serve<FilesDeps, typeof filesApi>(filesApi, {
      upload: uploadFile,
      read: readFile,
      carTypePicture: readCarTypePicture,
    }),
    ...serve<FilesDeps, typeof bookingPhotosApi>(bookingPhotosApi, { upload: uploadPhoto }),
  ],
  relations: { file: fileRelations },
  sweeps: (app) => ({
    'files without a use': { everyMs: 600_000, run: () => sweepLooseFiles(app) },
    'bytes without a row': { everyMs: turnMs, run: () => sweepNextParts(app) },
  }),
}
