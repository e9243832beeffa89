import { AtlasError } from './atlas-error.ts'
import { buildFiles } from './region/build-files.ts'
import type { BuildOrder } from './region/build-files.ts'
import type { BuildMessage } from './region/build-process.ts'
import { explainFullDisk } from './region/import-room.ts'

/** The process of `region/build-process.ts`: runs one build, reports its progress, exits. */
const send = (message: BuildMessage): void => void process.send?.(message)

// The parent was killed: the result would not be used.
process.on('disconnect', () => process.exit(1))

process.once('message', (order: BuildOrder) => {
  buildFiles(order, {
    progress: (line) => send({ kind: 'progress', line }),
    placesReady: () => send({ kind: 'places' }),
  }).then(
    () => process.send!({ kind: 'done' } satisfies BuildMessage, () => process.exit(0)),
    (thrown: unknown) => {
      const error = explainFullDisk(thrown)
      const code = error instanceof AtlasError ? error.code : undefined
      const message = error instanceof Error ? error.message : String(error)
      process.send!({ kind: 'fault', code, message } satisfies BuildMessage, () => process.exit(1))
    },
  )
})
