import type { LatLng } from '@remis/domain/kit/distance'
import { useEffect, useRef, useState } from 'react'
import { roomy } from './bounds.ts'

export type Padding = { readonly top: number; readonly bottom: number; readonly left: number; readonly right: number }

/** What the camera needs of a map, embedded or Google's. */
export interface CameraView {
  readonly frame: HTMLElement
  /** pixels from the upper left corner of the frame */
  project(point: LatLng): { readonly x: number; readonly y: number }
  /** Shows all points inside the padding, no closer than zoom 16; `ms` 0: at once. */
  show(points: readonly LatLng[], padding: Padding, ms: number): void
}

const noPadding: Padding = { top: 0, bottom: 0, left: 0, right: 0 }
const margin = 56

/** Padding of the camera: the panels and a margin, smaller on small maps. */
export const framePadding = (
  { clientWidth, clientHeight }: Pick<HTMLElement, 'clientWidth' | 'clientHeight'>,
  { top, bottom, left, right }: Padding = noPadding,
): Padding => {
  const room = Math.min(clientWidth - left - right, clientHeight - top - bottom)
  const around = Math.max(8, Math.min(margin, room / 6))
  return { top: top + around, bottom: bottom + around, left: left + around, right: right + around }
}

/**
 * Keeps points in view, and frames them again when the last one, the goal, is another; after a drag or zoom by the user it
 * pauses until the recentre button is pressed. `view` null: the map is not ready.
 */
export const useCamera = (
  view: CameraView | null,
  keep: readonly LatLng[] | undefined,
  padding: Padding = noPadding,
) => {
  const [held, setHeld] = useState(false)
  const seen = useRef(0)
  const goal = useRef('')
  const { top, bottom, left, right } = padding

  useEffect(() => {
    if (held || view === null || keep === undefined || keep.length === 0) return
    // layout size, not the painted one: a dialog is scaled while it opens
    const box = view.frame
    const inner = {
      left: left + margin / 2,
      top: top + margin / 2,
      right: box.clientWidth - right - margin / 2,
      bottom: box.clientHeight - bottom - margin / 2,
    }
    const points = keep.map((point) => view.project(point))
    // small movements inside the view do not move the map
    const last = keep.at(-1)!
    const ahead = keep.length > 1 ? `${last.lat},${last.lng}` : ''
    if (seen.current === keep.length && goal.current === ahead && roomy(points, inner)) return
    const first = seen.current === 0
    seen.current = keep.length
    goal.current = ahead
    const duration = first || matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 700
    view.show(keep, framePadding(box, { top, bottom, left, right }), duration)
  }, [view, keep, held, top, bottom, left, right])

  return {
    held: held && keep !== undefined && keep.length > 0,
    release: () => {
      seen.current = 0
      setHeld(false)
    },
    /** The user has moved the map. */
    hold: () => setHeld(true),
  }
}
