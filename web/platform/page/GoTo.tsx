import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/**
 * Replaces this screen by an address of this app, with its query. The address is read once: this component renders
 * again while the next screen loads, when an address made from the current location would be a different one.
 */
export const GoTo = ({ address }: { address: string }) => {
  const { history } = useRouter()
  const [target] = useState(address)
  useEffect(() => history.replace(target), [history, target])
  return null
}
