/**
 * Runs `open` for each link that is opened in this tab while its page is shown: only the part behind `#` changes, so
 * that the browser loads nothing. Returns the function that stops it.
 */
export const onNextLink = (open: () => void): (() => void) => {
  const changed = () => {
    if (window.location.hash.length > 1) open()
  }
  window.addEventListener('hashchange', changed)
  return () => window.removeEventListener('hashchange', changed)
}
