/** The token behind `#`, '' without one. It leaves the address, so that it does not stay in the browser's history. */
export const takeLink = (): string => {
  const link = window.location.hash.slice(1)
  if (link !== '') window.history.replaceState(window.history.state, '', window.location.pathname)
  return link
}
