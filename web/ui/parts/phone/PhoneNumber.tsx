import { phoneLink } from './phone-link.ts'

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
