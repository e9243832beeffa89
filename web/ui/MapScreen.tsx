import { useDirection } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from './MapScreen.module.css'

interface Props {
  readonly map: ReactNode
  /** name of the panel for screen readers */
  readonly label: string
  readonly children: ReactNode
  /** on phones the panel takes most of the height */
  readonly tall?: boolean
  /** sticks to the lower edge of the panel */
  readonly foot?: ReactNode
}

/** A map over the whole screen with a card at the start side, on phones a sheet from below. */
export const MapScreen = ({ map, label, children, tall, foot }: Props) => (
  <div className={classes.screen} data-screen="map" data-tall={tall || undefined}>
    <div className={classes.map}>{map}</div>
    <section className={classes.panel} aria-label={label}>
      {/* scrollable, so it must be focusable (WCAG 2.1.1) */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={classes.scroll} tabIndex={0}>
        {children}
      </div>
      {foot && <div className={classes.foot}>{foot}</div>}
    </section>
  </div>
)

/** The map is rendered after its insets are measured, so that its first view is right. */
const atOnce = { getInitialValueInEffect: false }

// room for the zoom buttons at the end side
const phone = { top: 0, bottom: 24, left: 44, right: 44 }
const cardAtLeft = { top: 0, bottom: 0, left: 440, right: 56 }
const cardAtRight = { top: 0, bottom: 0, left: 56, right: 440 }

/** Measures which part of the map the panel covers, for the camera. */
export const useMapPadding = () => {
  const wide = useMediaQuery('(width >= 768px)', false, atOnce) ?? false
  const { dir } = useDirection()
  return wide ? (dir === 'rtl' ? cardAtRight : cardAtLeft) : phone
}
