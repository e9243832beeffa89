import tall from './tall.webp'
import wide from './wide.webp'

/** Asks for the hero's picture before the first screen is drawn: it is the largest thing on it. */
export const fetchNightCity = (): void => {
  const picture = new Image()
  picture.fetchPriority = 'high'
  picture.src = matchMedia('(min-width: 768px)').matches ? wide : tall
}
