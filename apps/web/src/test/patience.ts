import { configure } from '@testing-library/react';

// A busy machine must not fail a test that would have passed: this only bounds what never comes.
configure({ asyncUtilTimeout: 20_000 });
