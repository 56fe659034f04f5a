import { configure } from '@testing-library/react';

// A busy machine must not fail a test that would have passed: this only bounds what never comes.
configure({ asyncUtilTimeout: 20_000 });

// jsdom lays nothing out: there is nothing to scroll to.
Element.prototype.scrollIntoView ??= () => undefined;
