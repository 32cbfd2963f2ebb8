import { Fragment } from 'react';

/** A code such as `HLR_UNKNOWN_SUBSCRIBER`. A narrow screen breaks it only after an underscore. */
export const Code = ({ text }: { readonly text: string }) =>
  text.split(/(?<=_)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity but its place.
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ));
