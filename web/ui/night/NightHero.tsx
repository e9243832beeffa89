import { useEffect, useRef, type ReactNode } from 'react'
import classes from './NightHero.module.css'
import tall from './tall.webp'
import wide from './wide.webp'

/** Share of the scroll distance by which the picture lags behind. */
const parallax = 0.35

/** Parallax from 768 px [landing-8], not with reduced motion. */
const moves = '(min-width: 768px) and (prefers-reduced-motion: no-preference)'

const useParallax = () => {
  const picture = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const query = matchMedia(moves)
    let frame = 0
    const place = () => {
      frame = 0
      if (picture.current !== null)
        picture.current.style.transform = query.matches ? `translateY(${Math.round(scrollY * parallax)}px)` : ''
    }
    const ask = () => (frame ||= requestAnimationFrame(place))
    addEventListener('scroll', ask, { passive: true })
    query.addEventListener('change', ask)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', ask)
      query.removeEventListener('change', ask)
    }
  }, [])
  return picture
}

interface Props {
  /** `full` and `small`: [landing-9]; `screen`: the height of the window */
  readonly size: 'full' | 'small' | 'screen'
  readonly children: ReactNode
}

/**
 * The city at night, rendered from our map tiles, under a dark overlay. Decoded synchronously: when the app replaces
 * the prerendered page, the picture must not flicker.
 */
export const NightHero = ({ size, children }: Props) => {
  const picture = useParallax()
  return (
    <section className={classes.hero} data-size={size}>
      <div className={classes.backdrop} aria-hidden>
        <picture>
          <source media="(min-width: 768px)" srcSet={wide} />
          <img ref={picture} className={classes.picture} src={tall} alt="" fetchPriority="high" decoding="sync" />
        </picture>
      </div>
      <div className={classes.inner}>{children}</div>
    </section>
  )
}
