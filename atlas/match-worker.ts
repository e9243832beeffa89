import { parentPort, workerData } from 'node:worker_threads'
import { AtlasError } from './atlas-error.ts'
import { graphIn } from './graph/graph-file.ts'
import type { MatchAnswer, MatchQuestion } from './match/matcher-thread.ts'
import { TripMatcher } from './match/trip-matcher.ts'

/** The thread of `match/matcher-thread.ts`: matches one trip after another on the shared graph. */
const matcher = new TripMatcher(graphIn((workerData as { memory: SharedArrayBuffer }).memory))

const answer = ({ id, fixes }: MatchQuestion): MatchAnswer => {
  try {
    return { id, trip: matcher.match(fixes) }
  } catch (error) {
    const code = error instanceof AtlasError ? error.code : undefined
    return { id, fault: { code, message: error instanceof Error ? error.message : String(error) } }
  }
}

parentPort!.on('message', (question: MatchQuestion) => parentPort!.postMessage(answer(question)))
