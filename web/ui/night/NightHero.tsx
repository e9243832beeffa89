import { useEffect, useRef, type ReactNode } from 'react'
import classes from './NightHero.module.css'
import tall from './tall.webp'
import wide from './wide.webp'

/** The picture moves this much slower than the page. */
const parallax = 0.35

/** spec 1 §2: the parallax effect begins at 768 px; nobody who asked for less motion gets it. */
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
  /** `full` is 90vh, at most 1000 px; `small` is 380 px (spec 1 §2); `screen` fills what the screen has */
  readonly size: 'full' | 'small' | 'screen'
  readonly children: ReactNode
}

/**
 * The city at night, drawn from our own map, under a dark overlay. Decoded at once: when the app takes the place of the
 * server's first look, the picture is there already and must not go dark for a moment.
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
