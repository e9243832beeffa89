import type { placesApi } from '@remis/domain/places/places-api'
import type { UseCase } from '../platform/http/use-case.ts'
import { callMaps, parsePair, type MapsDeps } from './maps-answers.ts'

/** start, dest → distance_in_km, duration_in_secs and the time as text, or error [places-6]. */
export const getDriveTime: UseCase<MapsDeps, typeof placesApi.getDriveTime> = async (app, call) => {
  const { body } = call
  const start = parsePair('start', body.start)
  const dest = parsePair('dest', body.dest)
  const { distance_in_km, duration_in_secs } = await callMaps(app, call, 'way', () => app.maps.driveTime(start, dest))
  return { distance_in_km, duration_in_secs, timein_text: timeText(duration_in_secs) }
}

/** In English, for other readers of the call; Remis screens format `duration_in_secs` in the user's language. */
export const timeText = (seconds: number): string => {
  const minutes = Math.max(1, Math.round(seconds / 60))
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  const parts = [hours > 0 ? unit(hours, 'hour') : '', rest > 0 ? unit(rest, 'min') : '']
  return parts.filter(Boolean).join(' ')
}

const unit = (count: number, name: string): string => `${count} ${name}${count === 1 ? '' : 's'}`
