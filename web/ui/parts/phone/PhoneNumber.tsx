/** The link that calls a number; null for a text in its place, as in demo mode. */
export const phoneLink = (number: string | null | undefined): string | null =>
  number && /^\+?[\d\s()-]+$/.test(number) ? `tel:${number.replace(/[^+\d]/g, '')}` : null

/** A number as a link that calls it. `label`: "Call Rider One". */
export const PhoneNumber = ({ number, label }: { readonly number: string; readonly label: string }) => {
  const link = phoneLink(number)
  return link === null ? (
    <span>{number}</span>
  ) : (
    <a href={link} aria-label={`${label} ${number}`} dir="ltr">
      {number}
    </a>
  )
}
