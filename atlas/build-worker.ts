import { AtlasError } from './atlas-error.ts'
import { buildFiles } from './region/build-files.ts'
import type { BuildOrder } from './region/build-files.ts'
import type { BuildMessage } from './region/build-process.ts'

/** The process of `region/build-process.ts`: takes one order, tells how it goes, ends. */
const tell = (message: BuildMessage): void => void process.send?.(message)

// Whoever ordered is gone (kill -9): nobody will use what we build.
process.on('disconnect', () => process.exit(1))

process.once('message', (order: BuildOrder) => {
  buildFiles(order, {
    progress: (line) => tell({ kind: 'progress', line }),
    placesReady: () => tell({ kind: 'places' }),
  }).then(
    () => process.send!({ kind: 'done' } satisfies BuildMessage, () => process.exit(0)),
    (error: unknown) => {
      const code = error instanceof AtlasError ? error.code : undefined
      const message = error instanceof Error ? error.message : String(error)
      process.send!({ kind: 'fault', code, message } satisfies BuildMessage, () => process.exit(1))
    },
  )
})
