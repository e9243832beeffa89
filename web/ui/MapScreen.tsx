import { useDirection } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from './MapScreen.module.css'

interface Props {
  readonly map: ReactNode
  /** name of the panel for screen readers */
  readonly label: string
  readonly children: ReactNode
  /** the panel matters more than the map: on phones it takes most of the height */
  readonly tall?: boolean
  /** stays at the lower edge of the panel, under the thumb */
  readonly foot?: ReactNode
}

/** The map fills the screen; a card lies at its beginning on wide screens, a sheet comes from below on phones. */
export const MapScreen = ({ map, label, children, tall, foot }: Props) => (
  <div className={classes.screen} data-screen="map" data-tall={tall || undefined}>
    <div className={classes.map}>{map}</div>
    <section className={classes.panel} aria-label={label}>
      {/* It scrolls by itself, so the keyboard must reach it (WCAG 2.1.1). */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={classes.scroll} tabIndex={0}>
        {children}
      </div>
      {foot && <div className={classes.foot}>{foot}</div>}
    </section>
  </div>
)

/** The map begins where it stays: what covers it must be known before it is made. */
const atOnce = { getInitialValueInEffect: false }

// The zoom buttons lie at the far edge.
const phone = { top: 0, bottom: 24, left: 44, right: 44 }
const cardAtLeft = { top: 0, bottom: 0, left: 440, right: 56 }
const cardAtRight = { top: 0, bottom: 0, left: 56, right: 440 }

/** Which part of the map the panel covers, for the camera. */
export const useMapPadding = () => {
  const wide = useMediaQuery('(width >= 768px)', false, atOnce) ?? false
  const { dir } = useDirection()
  return wide ? (dir === 'rtl' ? cardAtRight : cardAtLeft) : phone
}
